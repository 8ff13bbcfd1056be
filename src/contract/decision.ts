/** The decision registry: for every code its gate, its outcome and the one recovery that goes with it. */

export const outcomes = ['pass', 'deny', 'stale', 'incomplete', 'approval'] as const;
export type Outcome = (typeof outcomes)[number];

export const gateIds = ['admission', 'assignment', 'finding', 'aggregation', 'permission', 'evidence'] as const;
export type GateId = (typeof gateIds)[number];

type CodeEntry = { readonly gate: GateId; readonly outcome: Outcome; readonly recovery: string | null };

export const registry = {
  ADMIT: { gate: 'admission', outcome: 'pass', recovery: null },
  DENY_MANIFEST: {
    gate: 'admission',
    outcome: 'deny',
    recovery: 'Bind the change again from the repository and use that manifest unedited.',
  },
  STALE_HEAD: {
    gate: 'admission',
    outcome: 'stale',
    recovery: 'The head has moved: bind the new head and run the review again.',
  },
  STALE_DIFF: {
    gate: 'admission',
    outcome: 'stale',
    recovery: 'The diff is no longer the one that was bound: bind the change again and run the review again.',
  },
  ACCEPT_ASSIGNMENT: { gate: 'assignment', outcome: 'pass', recovery: null },
  DENY_ASSIGNMENT: {
    gate: 'assignment',
    outcome: 'deny',
    recovery: 'Correct the assignment as the violations say before any worker is started.',
  },
  INCOMPLETE_ASSIGNMENT: {
    gate: 'assignment',
    outcome: 'incomplete',
    recovery: 'Add the missing workers or give every changed file an owner, then assign again.',
  },
  ACCEPT_FINDING: { gate: 'finding', outcome: 'pass', recovery: null },
  REJECT_FINDING: {
    gate: 'finding',
    outcome: 'deny',
    recovery: 'Return the finding to its worker with the violations and ask for it again.',
  },
  COMPLETE_REVIEW: { gate: 'aggregation', outcome: 'pass', recovery: null },
  DENY_REVIEW: {
    gate: 'aggregation',
    outcome: 'deny',
    recovery: 'Correct the input of the review as the violations say: no packet can be read against a broken one.',
  },
  DENY_PACKET: {
    gate: 'aggregation',
    outcome: 'deny',
    recovery: 'Find out where the packet came from and aggregate again with one packet from each assigned worker.',
  },
  STALE_REVIEW: {
    gate: 'aggregation',
    outcome: 'stale',
    recovery:
      'Ask again for each packet that is about another change; if the change itself has moved, bind it anew and ask all.',
  },
  INCOMPLETE_REVIEW: {
    gate: 'aggregation',
    outcome: 'incomplete',
    recovery: 'Ask the named workers again for what is missing or refused, then aggregate again.',
  },
  ALLOW: { gate: 'permission', outcome: 'pass', recovery: null },
  DENY_REQUEST: {
    gate: 'permission',
    outcome: 'deny',
    recovery: 'Send a well-formed request: open threads, depth, tools and, if known, whether anyone can be asked.',
  },
  DENY_THREADS: {
    gate: 'permission',
    outcome: 'deny',
    recovery: 'Wait until an open worker thread has finished, then ask again.',
  },
  DENY_DEPTH: {
    gate: 'permission',
    outcome: 'deny',
    recovery: 'Start the worker from a thread nearer to the root.',
  },
  DENY_TOOL: {
    gate: 'permission',
    outcome: 'deny',
    recovery: 'Ask only for tools that the contract lists.',
  },
  APPROVAL_UNAVAILABLE: {
    gate: 'permission',
    outcome: 'deny',
    recovery: 'Ask again from an interactive session, or without the tools that need an approval.',
  },
  APPROVAL_REQUIRED: {
    gate: 'permission',
    outcome: 'approval',
    recovery: 'Show the request to a person and go on only with their approval.',
  },
  PROVIDE_EVIDENCE: { gate: 'evidence', outcome: 'pass', recovery: null },
  TRUNCATE_EVIDENCE: {
    gate: 'evidence',
    outcome: 'pass',
    recovery: 'Judge only what was given and state in the review that the evidence was cut.',
  },
  DENY_CALL: {
    gate: 'evidence',
    outcome: 'deny',
    recovery: 'Pass on the call as the runtime made it: the calling thread and its arguments, nothing else.',
  },
  DENY_LOCATOR: {
    gate: 'evidence',
    outcome: 'deny',
    recovery: 'Call `parent_turn_evidence({})` without any argument: the runtime alone chooses the turn.',
  },
  DENY_CALLER: {
    gate: 'evidence',
    outcome: 'deny',
    recovery: 'Start the thread under an evidence role, or review without the parent turn.',
  },
  NO_PARENT_TURN: {
    gate: 'evidence',
    outcome: 'deny',
    recovery: 'Start the reviewer again through the runtime, so that its spawning turn is on record.',
  },
  FOREIGN_EVIDENCE: {
    gate: 'evidence',
    outcome: 'deny',
    recovery: 'Report the fault in the thread store: it returned items of a turn that was not asked for.',
  },
  EVIDENCE_UNAVAILABLE: {
    gate: 'evidence',
    outcome: 'incomplete',
    recovery: 'Call again once the thread store answers, and do not report on evidence that was not read.',
  },
} as const satisfies Record<string, CodeEntry>;

export type DecisionCode = keyof typeof registry;
export const decisionCodes = Object.keys(registry) as readonly DecisionCode[];

/** The codes of one gate. */
export type CodeOf<G extends GateId> = {
  [C in DecisionCode]: (typeof registry)[C]['gate'] extends G ? C : never;
}[DecisionCode];

/** Whether a code says that every rule held: then no rule decided, and there is nothing to recover from. */
export function isPlainPass(code: DecisionCode): boolean {
  return registry[code].recovery === null;
}

/** One violated rule at one place; `path` is a JSON Pointer into the gate's input. */
export type Violation = {
  readonly rule: string;
  readonly code: DecisionCode;
  readonly path: string;
  readonly message: string;
};

/** Plain counts and values that a case may assert. */
export type Facts = Readonly<Record<string, number | boolean>>;

/** A gate's answer. `rule` is null when every rule held, `recovery` on a plain pass; `more` counts unlisted violations. */
export type Decision = {
  readonly gate: GateId;
  readonly code: DecisionCode;
  readonly outcome: Outcome;
  readonly rule: string | null;
  readonly recovery: string | null;
  readonly violations: readonly Violation[];
  readonly more: number;
  readonly facts: Facts;
};

/** Puts a decision together; the first violation decides, and without one the gate's passing code stands. */
export function decision(pass: DecisionCode, violations: readonly Violation[], more: number, facts: Facts): Decision {
  const deciding = violations[0];
  const code = deciding?.code ?? pass;
  const { gate, outcome, recovery } = registry[code];
  return { gate, code, outcome, rule: deciding?.rule ?? null, recovery, violations, more, facts };
}
