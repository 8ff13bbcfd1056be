import { readSession } from './session.ts';

export type Request = { readonly headers: Readonly<Record<string, string | undefined>> };
export type Tokens = ReadonlyMap<string, string>;

/** The user who made a request, by session or by token, or null. */
export function authenticate(request: Request, tokens: Tokens): string | null {
  const session = readSession(request.headers['cookie'] ?? '');
  return session?.user ?? userOfToken(request.headers['authorization'] ?? '', tokens);
}

function userOfToken(header: string, tokens: Tokens): string | null {
  const given = header.replace('Bearer ', '');
  for (const [token, user] of tokens) {
    if (isSame(given, token)) return user;
  }
  return null;
}

function isSame(given: string, token: string): boolean {
  for (let index = 0; index < token.length; index += 1) {
    if (given[index] !== token[index]) return false;
  }
  return true;
}
