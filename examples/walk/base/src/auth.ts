import { readSession } from './session.ts';

export type Request = { readonly headers: Readonly<Record<string, string | undefined>> };

/** The user who made a request, or null. */
export function authenticate(request: Request): string | null {
  const session = readSession(request.headers['cookie'] ?? '');
  return session?.user ?? null;
}
