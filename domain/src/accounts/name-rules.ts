import { plainForm } from '../kernel/text-characters.ts';
import { wordsOf } from '../kernel/search-words.ts';

/** Ballot boxes, check marks and what looks like one; Unicode has no property of them. */
const CHECK_MARKS = /[\u221a\u237b\u2611\u2705\u2713\u2714\u2bbd\u{1f5f8}\u{1f5f9}]/u;

/** How a name is compared: by its words without case, marks and compatibility forms. */
export const comparableName = (name: string): string => wordsOf(name).join(' ');

/** What the product calls people and itself, in its languages. */
const OURS = new Set(
  [
    ...[
      'A neighbor',
      'Neighbor',
      'Deleted account',
      'Anonymous User',
      'Support',
      'Customer support',
      'OpenLarder',
    ],
    ...['Alguien del vecindario', 'Cuenta eliminada', 'Soporte', 'Soporte técnico'],
  ].map(comparableName),
);

/** Why nobody may have this full name, or an organization this one; null if they may. */
export function nameRefusal(name: string): 'name.mark' | 'name.ours' | null {
  if (CHECK_MARKS.test(name) || CHECK_MARKS.test(plainForm(name))) return 'name.mark';
  return OURS.has(comparableName(name)) ? 'name.ours' : null;
}
