/** What the gates need of `cases/contract.json`. */
export interface Contract {
  readonly roles: Readonly<Record<string, { readonly question: string }>>;
  readonly severities: readonly string[];
  readonly limits: { readonly openThreads: number; readonly depth: number };
  readonly manifest: { readonly minCommitIdLength: number };
  readonly findings: { readonly scope: string; readonly perPacket: number; readonly textBytes: number };
  readonly tools: { readonly read: readonly string[]; readonly approval: readonly string[] };
  readonly evidence: { readonly threadRoles: readonly string[]; readonly maxItems: number; readonly maxBytes: number };
}
