/** A community's claims about itself on the donation page, which only the community can verify. */
export type CommunityClaims = {
  /** As the community writes them: "50,000+", "2.5M lbs". Null if not claimed. */
  readonly families: string | null;
  readonly food: string | null;
  readonly donated: string | null;
  readonly programs: string | null;
  /** How donations are spent, in whole percent that make 100. */
  readonly split: FundSplit | null;
};
export type FundSplit = {
  readonly operations: number;
  readonly technology: number;
  readonly outreach: number;
};

/** The claims of the specification, which the demo community makes. */
export const SPECIFIED_CLAIMS: CommunityClaims = {
  families: '50,000+',
  food: '2.5M',
  donated: '$500K+',
  programs: '95%',
  split: { operations: 60, technology: 25, outreach: 15 },
};

/** An example of the setting. */
export const CLAIMS_EXAMPLE = 'families=50,000+; food=2.5M; donated=$500K+; programs=95%; split=60/25/15';

const TEXTS = ['families', 'food', 'donated', 'programs'] as const;
const MAX_CLAIM_LENGTH = 20;

function parseSplit(text: string): FundSplit | null {
  const [operations, technology, outreach, more] = text
    .split('/')
    .map((part) => (/^\d{1,3}$/.test(part.trim()) ? Number(part) : Number.NaN));
  if (operations === undefined || technology === undefined || outreach === undefined) return null;
  if (more !== undefined || operations + technology + outreach !== 100) return null;
  return { operations, technology, outreach };
}

/**
 * Reads claims as a setting has them, see `CLAIMS_EXAMPLE`; null if a part cannot be read, is repeated or is too long.
 */
export function parseCommunityClaims(text: string): CommunityClaims | null {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const given = new Map<string, string>();
  for (const part of parts) {
    const [, name = '', value = ''] = /^(\w+)\s*=\s*(.+)$/u.exec(part) ?? [];
    const isKnown = name === 'split' || TEXTS.some((known) => known === name);
    if (!isKnown || given.has(name) || value.length > MAX_CLAIM_LENGTH || /\p{Cc}/u.test(value)) return null;
    given.set(name, value);
  }
  const spending = given.get('split');
  const split = spending === undefined ? null : parseSplit(spending);
  if (given.size === 0 || (spending !== undefined && split === null)) return null;
  const [families, food, donated, programs] = TEXTS.map((name) => given.get(name) ?? null);
  return {
    families: families ?? null,
    food: food ?? null,
    donated: donated ?? null,
    programs: programs ?? null,
    split,
  };
}
