import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useLocation } from 'wouter';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useMatchRequest } from '../../emergency/emergency.queries.ts';

/** Takes up a request again whose match ended in silence. */
export function RejoinRequest({ request }: { readonly request: EmergencyRequest }) {
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
        onError: (error) => void handleUnauthorized(error),
      },
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <Button busy={matching.isPending} onClick={help}>
        <Trans>I can still help</Trans>
      </Button>
      {matching.isError && (
        <Notice tone="error" announce title={<Trans>You're not matched yet.</Trans>}>
          {errorMessage(matching.error)}
        </Notice>
      )}
    </div>
  );
}
