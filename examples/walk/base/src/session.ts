export type Session = { readonly user: string; readonly until: number };

const sessions = new Map<string, Session>();

export function readSession(cookie: string): Session | undefined {
  return sessions.get(cookie);
}

export function openSession(cookie: string, session: Session): void {
  sessions.set(cookie, session);
}
