import { Trans, useLingui } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { Ban, EllipsisVertical, Flag } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import {
  nameOfRequester,
  offeredSentence,
  peopleLabel,
  requestDistanceLabel,
  restrictionName,
} from '../request-labels.ts';
import { foodWords } from '#web/features/listings/listing-labels.ts';
import { AnonymousBlockNotes } from '#web/features/moderation/SafetyMenu.tsx';
import { ReportDialog } from '#web/features/moderation/ReportDialog.tsx';
import { formatDuration, formatList } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useBlockRequester } from '../emergency.queries.ts';
import { wishesBeside } from '../request-form/request-fields.ts';
import { RequestUrgencyBadge } from '../RequestUrgencyBadge.tsx';

type Props = {
  readonly request: EmergencyRequest;
  readonly nowMs: number;
  readonly isGone: boolean;
  /** The target of a link: highlighted. */
  readonly isWanted: boolean;
  readonly hasPlace: boolean;
  /** The list's, which gets the focus when the card is gone. */
  readonly heading: RefObject<HTMLElement | null>;
  readonly onHelp: () => void;
  readonly onBlocked: () => void;
};

export function ActiveRequestCard(props: Props) {
  const { request, nowMs, isGone, isWanted, hasPlace, heading, onHelp, onBlocked } = props;
  const headingId = useId();
  const title = shownTitle(request.title);
  const name = nameOfRequester(request);
  return (
    <Card
      as="article"
      aria-labelledby={headingId}
      tabIndex={-1}
      data-request={request.id}
      className={classNames(
        'scroll-my-40 focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-brand',
        isWanted && !isGone && 'ring-2 ring-tomato',
      )}
    >
      <div className={isGone ? 'text-muted grayscale' : ''}>
        <div className="flex items-start justify-between gap-2">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <RequestUrgencyBadge urgency={request.urgencyLevel} />
            <p className="font-semibold wrap-anywhere">{name ?? <Trans>A neighbor</Trans>}</p>
          </div>
          <div className="-me-2 -mt-2">
            <RequesterMenu requestId={request.id} name={name} heading={heading} onBlocked={onBlocked} />
          </div>
        </div>
        <h3
          id={headingId}
          className="mt-1 font-sans text-lg/snug font-semibold tracking-normal wrap-anywhere"
        >
          <bdi>{title}</bdi>
        </h3>
        {request.description && (
          <p dir="auto" className="mt-1.5 whitespace-pre-line wrap-anywhere">
            {request.description}
          </p>
        )}
        <Facts request={request} nowMs={nowMs} />
        {request.specialNeeds && (
          <p className="mt-3 rounded-control bg-sunken px-3.5 py-2.5 whitespace-pre-line wrap-anywhere">
            <Trans>
              <span className="font-semibold">Needs:</span> {request.specialNeeds}
            </Trans>
          </p>
        )}
      </div>
      <div className="mt-4">
        <HelpAction request={request} isGone={isGone} hasPlace={hasPlace} onHelp={onHelp} />
      </div>
    </Card>
  );
}

/** Who, where and how far in one line; then what they eat and wish for, and how long it stays open. */
function Facts({ request, nowMs }: Pick<Props, 'request' | 'nowMs'>) {
  const { dietaryRestrictions: diets, distanceKm } = request;
  const wishes = wishesBeside(request);
  const left = formatDuration(Date.parse(request.expiresAt) - nowMs);
  return (
    <div className="mt-1.5 flex flex-col gap-1 wrap-anywhere">
      <p>
        <span>{peopleLabel(request.householdSize)}</span>
        {' · '}
        <bdi translate="no">{request.pickupLocation}</bdi>
        {distanceKm !== null && (
          <>
            {' · '}
            <span>{requestDistanceLabel(distanceKm)}</span>
          </>
        )}
      </p>
      {diets.length > 0 && (
        <p>
          <Trans>Diet: {formatList(diets.map(restrictionName))}</Trans>
        </p>
      )}
      {wishes.length > 0 && (
        <p>
          <Trans>Would like {formatList(wishes.map(foodWords))}</Trans>
        </p>
      )}
      <p className="text-sm text-muted">
        <Trans>{left} left</Trans>
      </p>
    </div>
  );
}

function HelpAction({
  request,
  isGone,
  hasPlace,
  onHelp,
}: Pick<Props, 'request' | 'isGone' | 'hasPlace' | 'onHelp'>) {
  const { t } = useLingui();
  const who = [nameOfRequester(request), shownTitle(request.title)]
    .filter((part) => part !== null)
    .join(', ');
  if (isGone)
    return (
      <output className="block min-h-11 content-center font-semibold text-muted">
        <Trans>This request isn't open anymore. Someone may already be helping.</Trans>
      </output>
    );
  if (!request.withinReach)
    return (
      <p className="min-h-11 content-center text-muted">
        {hasPlace ? (
          <Trans>This is too far away for you to help.</Trans>
        ) : (
          <Trans>Set your location to help.</Trans>
        )}
      </p>
    );
  if (request.earlierHelp === 'over')
    return (
      <p className="min-h-11 content-center text-muted">
        <Trans>You've helped with this once, so now it's someone else's turn. Thank you!</Trans>
      </p>
    );
  if (request.earlierHelp === 'offered')
    return <p className="min-h-11 content-center text-muted">{offeredSentence()}</p>;
  return (
    <Button
      wide
      data-help
      aria-haspopup="dialog"
      aria-label={request.earlierHelp === 'may-rejoin' ? t`I can still help: ${who}` : t`I Can Help: ${who}`}
      onClick={onHelp}
    >
      {request.earlierHelp === 'may-rejoin' ? <Trans>I can still help</Trans> : <Trans>I Can Help</Trans>}
    </Button>
  );
}

type RequesterMenuProps = Pick<Props, 'heading' | 'onBlocked'> & {
  readonly requestId: string;
  readonly name: string | null;
};

/** Report and Block on a request, of which the donor knows a first name at most. */
function RequesterMenu({ requestId, name, heading, onBlocked }: RequesterMenuProps) {
  const { t } = useLingui();
  const [openDialog, setOpenDialog] = useState<'block' | 'report' | null>(null);
  const closeDialog = (open: boolean) => setOpenDialog((now) => (open ? now : null));
  const blockMutation = useBlockRequester(requestId);
  const block = () =>
    blockMutation.mutate(undefined, {
      onSuccess: () => {
        setOpenDialog(null);
        toast({
          title: name ? t`${name} is blocked` : t`This neighbor is blocked`,
          description: t`You can undo this in your profile.`,
        });
        onBlocked();
      },
    });
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={name ? t`More about ${name}'s request` : t`More about this request`}
            icon={<EllipsisVertical />}
          />
        }
        items={[
          { label: t`Report`, icon: <Flag />, onSelect: () => setOpenDialog('report') },
          {
            label: name ? t`Block ${name}` : t`Block this neighbor`,
            icon: <Ban />,
            danger: true,
            onSelect: () => setOpenDialog('block'),
          },
        ]}
      />
      <ReportDialog
        subject={{ type: 'request', id: requestId }}
        open={openDialog === 'report'}
        onOpenChange={closeDialog}
      />
      <ConfirmDialog
        open={openDialog === 'block'}
        onOpenChange={closeDialog}
        title={name ? <Trans>Block {name}?</Trans> : <Trans>Block this neighbor?</Trans>}
        description={<Trans>We won't tell them.</Trans>}
        confirmLabel={<Trans>Block</Trans>}
        danger
        busy={blockMutation.isPending}
        elseFocus={heading}
        onConfirm={block}
      >
        <ul className="flex list-disc flex-col gap-2 ps-5">
          <AnonymousBlockNotes />
        </ul>
        {blockMutation.isError && (
          <Notice tone="error" announce className="mt-4">
            {errorMessage(blockMutation.error)}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
