import { expect, test } from 'vitest';
import { authenticate } from '../src/auth.ts';
import { openSession } from '../src/session.ts';

const tokens = new Map([['t0ken', 'grace']]);

test('a session names its user', () => {
  openSession('c1', { user: 'ada', until: 1 });
  expect(authenticate({ headers: { cookie: 'c1' } }, tokens)).toBe('ada');
});

test('a token names its user', () => {
  expect(authenticate({ headers: { authorization: 'Bearer t0ken' } }, tokens)).toBe('grace');
});
