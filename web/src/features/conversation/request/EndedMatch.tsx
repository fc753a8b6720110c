import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { Link, useLocation } from 'wouter';
import { useMatchRequest } from '#web/features/emergency/emergency.queries.ts';
import {
  offeredSentence,
  requestDateSentence,
  requestStatusLabel,
  waitingHelpersSentence,
} from '#web/features/emergency/request-labels.ts';
import { failureTitle } from '#web/lib/failure-title.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** Whose side this is of a match that ended in silence, or an offer beside one, while it is open; null for none. */
export type WaitingSide = 'helper' | 'offered' | 'requester' | null;

type Props = { readonly request: EmergencyRequest | null; readonly waiting: WaitingSide };

/** What a conversation about a match shows once that has ended, or has for now. */
export function EndedMatch({ request, waiting }: Props) {
  const isMine = request?.side === 'requester';
  return (
    <div className="flex flex-col gap-1.5 border-b border-line bg-sunken px-4 py-2.5">
      <p className="font-semibold wrap-anywhere">
        {waiting === 'helper' ? (
          <Trans>Others can help with this now. Can you still?</Trans>
        ) : waiting === 'offered' ? (
          offeredSentence()
        ) : waiting === 'requester' && request !== null ? (
          waitingHelpersSentence(request)
        ) : isMine ? (
          requestStatusLabel(request)
        ) : request?.earlierHelp === 'kept-apart' ? (
          <Trans>This request isn't shown to you anymore.</Trans>
        ) : (
          <Trans>You're not helping with this anymore.</Trans>
        )}
      </p>
      {isMine && <RequestSinceMatch request={request} />}
      {request?.earlierHelp === 'kept-apart' && (
        <p className="text-sm">
          <Trans>
            Thank you for offering. Others near you could use your help. If you think this is a mistake,
            choose “Report” in the menu above and an organizer will take a look.
          </Trans>
        </p>
      )}
      {waiting === 'helper' && request !== null && <RejoinRequest request={request} />}
    </div>
  );
}

function RequestSinceMatch({ request }: { readonly request: EmergencyRequest }) {
  const nowMs = useNow();
  return (
    <p className="text-sm">
      {requestDateSentence(request, nowMs)}{' '}
      <Link href={paths.requests} className="inline-block py-1.5 font-semibold underline">
        <Trans>See my request</Trans>
      </Link>
    </p>
  );
}

/** Takes up a request again whose match ended in silence. */
function RejoinRequest({ request }: { readonly request: EmergencyRequest }) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const matching = useMatchRequest(request.id);
  const help = () =>
    matching.mutate(
      { listingId: null },
      {
        onSuccess: ({ match }) => {
          toast({ title: t`You're helping again. Thank you!`, tone: 'success' });
          if (match) navigate(paths.conversation(match.conversationId));
        },
      },
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <Button busy={matching.isPending} onClick={help}>
        <Trans>I can still help</Trans>
      </Button>
      {matching.isError && (
        <Notice tone="error" announce title={failureTitle(matching.error)}>
          {errorMessage(matching.error)}
        </Notice>
      )}
    </div>
  );
}
