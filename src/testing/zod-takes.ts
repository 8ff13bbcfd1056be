import type { z } from 'zod';

/** Whether zod takes a value. It asks any object for the length of a list, and falls over one that is no number: a no. */
export function zodTakes(shape: z.ZodType, value: unknown): boolean {
  try {
    return shape.safeParse(value).success;
  } catch {
    return false;
  }
}
