// "The first violated rule in the gate's order decides." One rule lists at most 20; `more` counts the rest.

export interface Row {
  readonly rule: string;
  readonly code: string;
  readonly paths: readonly string[];
}

export interface Opinion {
  readonly code: string;
  readonly rule: string | null;
  readonly violations: readonly { readonly rule: string; readonly path: string }[];
  readonly more: number;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly review?: unknown;
  readonly evidence?: unknown;
}

export function opinion(pass: string, rows: readonly Row[], facts: Readonly<Record<string, unknown>>): Opinion {
  const violations: { rule: string; path: string }[] = [];
  let more = 0;
  for (const { rule, paths } of rows) {
    for (const [index, path] of paths.entries()) {
      if (index < 20) violations.push({ rule, path });
      else more += 1;
    }
  }
  const decides = rows.find((row) => row.paths.length > 0);
  return { code: decides?.code ?? pass, rule: decides?.rule ?? null, violations, more, facts };
}

/** Every violation of these rows, none left out. */
export function all(rows: readonly Row[]): { rule: string; path: string }[] {
  return rows.flatMap(({ rule, paths }) => paths.map((path) => ({ rule, path })));
}
