import { Trans, useLingui } from '@lingui/react/macro';
import { wallClock } from '@openlarder/domain/kernel/time.ts';
import { withdrawListing } from '@openlarder/domain/listings/listing-contract.ts';
import type { SurplusAnswer, SurplusQuestion } from '@openlarder/domain/partners/partner-contract.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { allergenName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { call } from '#web/lib/call.ts';
import { formatList, formatPickupWindow, formatServings, formatTime } from '#web/lib/format.ts';
import { failureTitle } from '#web/lib/failure-title.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button, FOCUS_ON_MANGO } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { surplusQuestionsQuery, useAnswerQuestion } from '../partners.queries.ts';
import { ServingsField, type Clock, UseByField } from './AnswerFields.tsx';

/** Later pickups are tonight's. */
const EVENING_HOUR = 17;
const SOLID = classNames('border-mango-ink! bg-mango-ink! text-mango! hover:opacity-90', FOCUS_ON_MANGO);
const OUTLINED = classNames('border-mango-ink! bg-transparent! text-mango-ink!', FOCUS_ON_MANGO);

/** Questions to an organization about today's surplus: one tap posts it. The last reply stays as a line. */
export function SurplusQuestions({ timeZone }: { readonly timeZone: string }) {
  const nowMs = useNow();
  const { data } = useQuery(surplusQuestionsQuery);
  // earlier posts are in the counter's line
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const shown = (data ?? []).filter(
    ({ id, state, pickupUntil }) =>
      Date.parse(pickupUntil) > nowMs && (state === 'open' || state === 'skipped' || answered.has(id)),
  );
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {shown.map((question) => (
        <Question
          key={question.id}
          question={question}
          onAnswered={() => setAnswered((before) => new Set(before).add(question.id))}
          nowMs={nowMs}
          timeZone={timeZone}
        />
      ))}
    </div>
  );
}

type QuestionProps = Clock & { readonly question: SurplusQuestion; readonly onAnswered: () => void };

function Question({ question, onAnswered, nowMs, timeZone }: QuestionProps) {
  const { t } = useLingui();
  const id = useId();
  const answer = useAnswerQuestion(question.id);
  const [amount, setAmount] = useState<number | null>(null);
  const [useBy, setUseBy] = useState('');
  const [lacksDate, setLacksDate] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  const { state, title, allergens } = question;
  useEffect(() => {
    // the pressed button is gone; the line says what happened, in sight
    if (state === 'open' || document.activeElement !== document.body) return;
    line.current?.focus({ preventScroll: true });
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  const asksDate = question.dateKind === 'use_by';
  const say = (given: SurplusAnswer) => {
    if (answer.isPending) return;
    if (given.answer === 'yes' && asksDate && useBy === '') {
      setLacksDate(true);
      return;
    }
    answer.mutate(
      { ...given, ...(given.answer === 'yes' && asksDate && { useBy }) },
      { onSuccess: onAnswered },
    );
  };
  const yes = () => say({ answer: 'yes', ...(amount !== null && { servings: amount }) });
  const ends = formatTime(question.pickupUntil, timeZone);
  const servings = amount ?? question.servings;
  const amountWords = formatServings(servings);
  if (state === 'posted') return <PostedLine lineRef={line} question={question} ends={ends} />;
  if (state === 'skipped')
    return (
      <div className="flex flex-col gap-2">
        <AnsweredLine
          lineRef={line}
          action={
            !asksDate && (
              <Button variant="quiet" busy={answer.isPending} onClick={yes}>
                <Trans>Post it after all</Trans>
              </Button>
            )
          }
        >
          <Trans>
            Not today: <bdi>{title}</bdi>
          </Trans>
        </AnsweredLine>
        {answer.isError && <Failure error={answer.error} />}
      </div>
    );
  const isTonight = wallClock(Date.parse(question.pickupUntil), timeZone).hour >= EVENING_HOUR;
  const names = formatList((allergens ?? []).map(allergenName));
  const pickup = formatPickupWindow(question.pickupFrom, question.pickupUntil, nowMs, timeZone);
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-card border border-transparent bg-mango p-4 text-mango-ink"
    >
      <h2 id={id} className="text-xl wrap-anywhere">
        {isTonight ? (
          <Trans>
            Post about {amountWords} of <bdi>{title}</bdi> for pickup tonight until {ends}?
          </Trans>
        ) : (
          <Trans>
            Post about {amountWords} of <bdi>{title}</bdi> for pickup until {ends}?
          </Trans>
        )}
      </h2>
      <p className="text-sm">
        <span className="inline-block first-letter:uppercase">{pickup}</span>
        {allergens !== null && allergens.length > 0 && (
          <>
            {' · '}
            <Trans>Contains {names}</Trans>
          </>
        )}
      </p>
      {asksDate && (
        <UseByField
          value={useBy}
          onChange={(instant) => {
            setUseBy(instant);
            setLacksDate(false);
          }}
          lacksDate={lacksDate}
          nowMs={nowMs}
          timeZone={timeZone}
        />
      )}
      {amount !== null && <ServingsField value={amount} onChange={setAmount} />}
      <Button
        variant="secondary"
        wide
        busy={answer.isPending}
        className={classNames('min-h-14', SOLID)}
        onClick={yes}
      >
        {answer.isPending ? <Trans>Posting…</Trans> : <Trans>Yes, post {amountWords}</Trans>}
      </Button>
      <div className="flex flex-wrap gap-2 *:grow *:basis-36">
        {amount === null && (
          <Button
            variant="secondary"
            className={OUTLINED}
            aria-label={t`Change the amount: ${title}`}
            onClick={() => setAmount(question.servings)}
          >
            <Trans>Change the amount</Trans>
          </Button>
        )}
        <Button
          variant="secondary"
          className={OUTLINED}
          aria-label={t`Not today: ${title}`}
          onClick={() => say({ answer: 'no' })}
        >
          <Trans>Not today</Trans>
        </Button>
      </div>
      {answer.isError && <Failure error={answer.error} />}
    </section>
  );
}

const QUIET = 'min-h-11 content-center font-semibold text-ink underline underline-offset-4';

const Failure = ({ error }: { readonly error: Error }) => (
  <Notice tone="error" announce title={failureTitle(error)}>
    {errorMessage(error)}
  </Notice>
);

type LineProps = {
  readonly lineRef: React.RefObject<HTMLParagraphElement | null>;
  readonly action: ReactNode;
  readonly children: ReactNode;
};

const AnsweredLine = ({ lineRef, action, children }: LineProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3">
    <p
      ref={lineRef}
      tabIndex={-1}
      className="flex min-w-0 flex-1 basis-48 items-center gap-2 rounded-small font-semibold wrap-anywhere outline-none"
    >
      <CircleCheck className="size-5 shrink-0 text-brand" />
      <span>{children}</span>
    </p>
    {action}
  </div>
);

type PostedProps = Pick<LineProps, 'lineRef'> & {
  readonly question: SurplusQuestion;
  readonly ends: string;
};

function PostedLine({ lineRef, question, ends }: PostedProps) {
  const { title, listingId } = question;
  const undoing = useMutation({
    mutationFn: (id: string) => call(withdrawListing, { params: { id } }),
    onSuccess: () => lineRef.current?.focus({ preventScroll: true }),
  });
  if (undoing.isSuccess)
    return (
      <AnsweredLine lineRef={lineRef} action={null}>
        <Trans>
          Not offered anymore: <bdi>{title}</bdi>
        </Trans>
      </AnsweredLine>
    );
  return (
    <div className="flex flex-col gap-2">
      <AnsweredLine
        lineRef={lineRef}
        action={
          listingId && (
            <div className="flex items-center gap-4">
              <Button variant="secondary" busy={undoing.isPending} onClick={() => undoing.mutate(listingId)}>
                <Trans>Undo</Trans>
              </Button>
              <Link href={paths.listing(listingId, paths.tab('share'))} className={QUIET}>
                <Trans>See it</Trans>
              </Link>
            </div>
          )
        }
      >
        <Trans>
          Posted until {ends}: <bdi>{title}</bdi>
        </Trans>
      </AnsweredLine>
      {undoing.isError && <Failure error={undoing.error} />}
    </div>
  );
}
