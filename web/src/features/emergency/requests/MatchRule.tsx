import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useNow } from '#web/lib/use-now.ts';
import { type FirstWords, keepsMatchLine, silenceSentence } from '../request-labels.ts';

type Props = {
  readonly request: EmergencyRequest;
  /** Who of the two has written; absent where the conversation is not read. */
  readonly firstWords?: FirstWords;
};

/** What keeps a match, in one line; the rules behind it on a tap. Nothing for a match that stays. */
export function MatchRule({ request, firstWords }: Props) {
  const nowMs = useNow();
  const line = keepsMatchLine(request, nowMs, firstWords);
  if (line === null) return null;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-8 list-none flex-wrap items-center gap-x-2 rounded-small [&::-webkit-details-marker]:hidden">
        <span className="font-medium">{line}</span>
        <span className="underline underline-offset-4">
          <Trans>How this works</Trans>
        </span>
      </summary>
      <p className="max-w-prose pb-1">{silenceSentence(request, nowMs)}</p>
    </details>
  );
}
