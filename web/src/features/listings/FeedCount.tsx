import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { searchOf } from './feed-filter.ts';
import { COUNTED_TO, type FeedPage } from './listings.queries.ts';

/** "12 items available", "12 found for “bread”", "1,000+ items available". */
function countSentence({ filter, totalCount }: Pick<FeedPage, 'filter' | 'totalCount'>): string {
  const { q } = filter;
  const many = formatNumber(COUNTED_TO);
  if (totalCount >= COUNTED_TO) return q ? t`${many}+ found for “${q}”` : t`${many}+ items available`;
  return q
    ? plural(totalCount, { one: `# found for “${q}”`, other: `# found for “${q}”` })
    : plural(totalCount, { one: '# item available', other: '# items available' });
}

/** The first sentence that it is given, whatever comes later. */
function AsFirstSaid({ sentence }: { readonly sentence: string }) {
  const [first] = useState(sentence);
  return first;
}

/**
 * How much there is. The eye sees it change with live news; a screen reader is told when one looked for something
 * else, and not with every portion that somebody claims.
 */
export function FeedCount({ page }: { readonly page: FeedPage | undefined }) {
  const sentence = page ? countSentence(page) : '';
  return (
    <>
      <p className="min-h-6">{sentence}</p>
      <VisuallyHidden>
        <output>{page && <AsFirstSaid key={searchOf(page.filter)} sentence={sentence} />}</output>
      </VisuallyHidden>
    </>
  );
}
