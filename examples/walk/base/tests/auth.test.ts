import { expect, test } from 'vitest';
import { authenticate } from '../src/auth.ts';
import { openSession } from '../src/session.ts';

test('a session names its user', () => {
  openSession('c1', { user: 'ada', until: 1 });
  expect(authenticate({ headers: { cookie: 'c1' } })).toBe('ada');
});
