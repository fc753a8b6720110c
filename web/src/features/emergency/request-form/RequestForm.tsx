import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { ChevronLeft, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { ResendVerificationMail } from '#web/features/accounts/sign-in/ResendVerificationMail.tsx';
import type { MapSettings } from '#web/features/places/PlacePicker.tsx';
import { questionsPassed, useAddress } from '#web/lib/address.ts';
import { useFocusFirstError } from '#web/lib/form-errors.ts';
import { errorMessage, HttpError, isNetworkError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { MatchingFoodList, MatchingFoodOffer, useMatchingFood } from './MatchingFood.tsx';
import {
  openQuestion,
  PeopleQuestion,
  PlaceQuestion,
  type Question,
  QuestionProgress,
  QUESTIONS,
  WhatQuestion,
} from './RequestQuestions.tsx';
import type { RequestDraftStorage, SentAttempt, RequestFields } from './request-fields.ts';
import { RequestDetails } from './RequestDetails.tsx';
import { useRequestDraft, useRequestForm, useSubmitRequest } from './use-request-form.ts';

export type RequestFormStart = {
  readonly fields: RequestFields;
  /** The last attempt to send it, whose answer was lost. */
  readonly sent: SentAttempt | null;
  readonly note: 'draft' | 'repeat' | null;
};

type Props = {
  readonly setting: MapSettings;
  readonly storage: RequestDraftStorage;
  readonly initial: RequestFormStart;
  /** Help lines, where they are one tap away; null where they stand beside the form. */
  readonly foldedHelp: ReactNode;
  /** It replaces a form that the person has reset. */
  readonly isReset: boolean;
  readonly onReset: () => void;
  readonly onCreated: () => void;
};

const VIEWS = [...QUESTIONS, 'details', 'food', 'help'] as const;
type View = (typeof VIEWS)[number];

/** The fields that the last question shows. */
const IN_LAST_QUESTION: readonly string[] = ['latitude', 'longitude'];
const hasErrorElsewhere = (errors: FieldErrors<RequestFields>): boolean =>
  Object.keys(errors).some((name) => !IN_LAST_QUESTION.includes(name));

/** Asks for food in three plain questions; every field stands behind "Add details". */
export function RequestForm({ setting, storage, initial, foldedHelp, isReset, onReset, onCreated }: Props) {
  const { t } = useLingui();
  const [start] = useState(() => openQuestion(initial.fields));
  const { view, goTo, goBack } = useAskedView(start, foldedHelp !== null);
  const form = useRequestForm(initial.fields, { asksAddress: view === 'details' });
  const draft = useRequestDraft(form, storage, initial.sent);
  const { busy, failure, send } = useSubmitRequest({ form, draft, onCreated });
  const element = useRef<HTMLFormElement>(null);
  const focusFirstError = useFocusFirstError(element, form.formState.errors);
  const { errors, isSubmitted, isSubmitting, submitCount } = form.formState;
  const { listings: fitting, isLoading } = useMatchingFood(form);
  /** What fitted when the person chose to see it, or first after a reload. */
  const [food, setFood] = useState<readonly Listing[] | null>(null);
  if (view === 'food' && food === null && fitting.length > 0) setFood(fitting);
  const hasNoFood = view === 'food' && food === null && fitting.length === 0 && !isLoading;
  const leaveFood = useEffectEvent(() => goTo(start));
  useEffect(() => {
    if (hasNoFood) leaveFood();
  }, [hasNoFood]);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedView = useRef<View | null>(isReset ? null : view);
  useEffect(() => {
    if (focusedView.current === view) return;
    focusedView.current = view;
    heading.current?.focus();
    // the address is needed among all fields only, and another question is another try
    if (view !== 'details') form.clearErrors();
  }, [view, form]);
  // A field that the questions do not show needs another answer.
  const showRefused = useEffectEvent(() => {
    if (view === 'place' && hasErrorElsewhere(errors)) goTo('details');
  });
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) showRefused();
  }, [submitCount, isSubmitting]);

  const leaveAside = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || (view !== 'help' && view !== 'food')) return;
    event.preventDefault();
    goBack();
  });
  useEffect(() => {
    // before the dialog, which it would close
    const onKeyDown = (event: KeyboardEvent) => leaveAside(event);
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  const isQuestion = isQuestionView(view);
  const submit = async () => {
    // for how many is never assumed
    if (!form.getValues('isCounted')) {
      goTo('people');
      return;
    }
    await form.handleSubmit(send)();
    focusFirstError();
  };
  const isLast = view === 'place' || view === 'details';
  return (
    <form
      ref={element}
      noValidate
      aria-label={t`Emergency Food Request`}
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isLast && !busy) void submit();
      }}
    >
      {initial.note && (
        <DraftNote
          note={initial.note}
          onReset={() => {
            draft.discard();
            goTo('what');
            onReset();
          }}
        />
      )}
      <FormBar
        back={view === 'what' ? null : goBack}
        onHelp={foldedHelp === null || view === 'help' ? null : () => goTo('help')}
      >
        {isQuestion && <QuestionProgress at={view} />}
      </FormBar>
      <ViewHeading view={view} at={heading} />
      {view === 'what' && <WhatQuestion form={form} onNext={() => goTo('people')} />}
      {view === 'people' && <PeopleQuestion form={form} onNext={() => goTo('place')} />}
      {view === 'place' && <PlaceQuestion form={form} setting={setting} />}
      {view === 'details' && <RequestDetails form={form} setting={setting} />}
      {view === 'food' &&
        (food ? <MatchingFoodList listings={food} /> : <Skeleton className="h-44 rounded-card" />)}
      {view === 'help' && foldedHelp}
      {failure !== null && isLast && <SendFailure failure={failure} />}
      {isQuestion && (
        <div className="flex flex-col gap-2">
          <MatchingFoodOffer
            listings={fitting}
            onSee={() => {
              setFood(fitting);
              goTo('food');
            }}
          />
          <Button variant="quiet" className="-ms-4 self-start" onClick={() => goTo('details')}>
            <SlidersHorizontal className="size-5" />
            <Trans>Add details</Trans>
          </Button>
        </div>
      )}
      {isLast && (
        <div
          className={classNames(
            'flex flex-col gap-2',
            // in reach of the thumb, opaque, at the dialog's lower edge, which has no padding in a low window; among
            // all fields it would take their room
            view === 'place' &&
              'sticky -bottom-5 -mx-4 -mb-5 border-t bg-surface px-4 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:rounded-b-sheet sm:px-6 low:bottom-0! wide:mx-0 wide:rounded-none wide:px-0',
          )}
        >
          <ErrorCount errors={isSubmitted ? errors : {}} />
          <Button type="submit" size="large" wide busy={busy}>
            {busy ? <Trans>Sending…</Trans> : <Trans>Ask for food</Trans>}
          </Button>
        </div>
      )}
    </form>
  );
}

const isQuestionView = (view: View): view is Question => QUESTIONS.some((question) => question === view);

/** What the address names, so that the back gesture leads to what was shown before. */
function useAskedView(start: Question, hasHelp: boolean) {
  const [{ ask }, change] = useAddress();
  const view: View = VIEWS.find((one) => one === ask && (hasHelp || one !== 'help')) ?? start;
  const [question, setQuestion] = useState<Question>(start);
  if (isQuestionView(view) && view !== question) setQuestion(view);
  const goTo = (next: View) => {
    if (next === view) return;
    const isBack = VIEWS.indexOf(next) < VIEWS.indexOf(view);
    change({ ask: next }, { replace: isBack, state: { questions: questionsPassed() + (isBack ? 0 : 1) } });
  };
  const goBack = () => {
    if (questionsPassed() > 0) window.history.back();
    else goTo(isQuestionView(view) ? before(view) : question);
  };
  return { view, goTo, goBack };
}

const before = (question: Question): Question => QUESTIONS[QUESTIONS.indexOf(question) - 1] ?? 'what';

type BarProps = {
  /** Null at the first question. */
  readonly back: (() => void) | null;
  /** Shows the help lines; null where they are in sight. */
  readonly onHelp: (() => void) | null;
  readonly children: ReactNode;
};

function FormBar({ back, onHelp, children }: BarProps) {
  const { t } = useLingui();
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3">
      {back && (
        <IconButton
          label={t`Back`}
          icon={<ChevronLeft className="rtl:-scale-x-100" />}
          onClick={back}
          className="-ms-2.5"
        />
      )}
      {children}
      {onHelp && (
        <button
          type="button"
          onClick={onHelp}
          className="ms-auto min-h-11 rounded-small px-1 font-semibold text-brand underline underline-offset-4"
        >
          <Trans>Help lines</Trans>
        </button>
      )}
    </div>
  );
}

type HeadingProps = { readonly view: View; readonly at: RefObject<HTMLHeadingElement | null> };

function ViewHeading({ view, at }: HeadingProps) {
  const [title, more] = wordsOf(view);
  return (
    <div>
      <h3 ref={at} tabIndex={-1} className="font-display text-2xl font-bold tracking-tight outline-none">
        {title}
      </h3>
      {more && <p className="mt-1 text-muted">{more}</p>}
    </div>
  );
}

function wordsOf(view: View): readonly [ReactNode, ReactNode] {
  switch (view) {
    case 'food':
      return [
        <Trans key="food">Food near you, soonest first</Trans>,
        <Trans key="quiet">No one has been alerted.</Trans>,
      ];
    case 'what':
      return [
        <Trans key="what">What would help most?</Trans>,
        <Trans key="area">You don't have to explain or prove anything. Neighbors only see your area.</Trans>,
      ];
    case 'people':
      return [<Trans key="people">For how many people?</Trans>, <Trans key="you">Count yourself in.</Trans>];
    case 'place':
      return [
        <Trans key="place">Where are you?</Trans>,
        <Trans key="later">
          We'll alert donors nearby right away. They'll bring food to you, or say where you can pick it up.
        </Trans>,
      ];
    case 'details':
      return [<Trans key="details">All the details</Trans>, null];
    case 'help':
      return [<Trans key="help">Help lines</Trans>, null];
    default:
      return view satisfies never;
  }
}

type NoteProps = { readonly note: 'draft' | 'repeat'; readonly onReset: () => void };

function DraftNote({ note, onReset }: NoteProps) {
  return (
    <Notice
      announce
      title={
        note === 'draft' ? (
          <Trans>We saved what you wrote.</Trans>
        ) : (
          <Trans>We filled this in from your earlier request. Take a look before you send it.</Trans>
        )
      }
    >
      <Button variant="quiet" className="-ms-4 underline underline-offset-4" onClick={onReset}>
        <Trans>Start over</Trans>
      </Button>
    </Notice>
  );
}

function SendFailure({ failure }: { readonly failure: unknown }) {
  return (
    <Notice tone="error" announce title={errorMessage(failure)}>
      {isNetworkError(failure) ? (
        <Trans>Everything you entered is still here. Trying again won't send it twice.</Trans>
      ) : (
        <Trans>Everything you entered is still here.</Trans>
      )}
      {failure instanceof HttpError && failure.code === 'verify-email' && <ResendVerificationMail />}
    </Notice>
  );
}

function ErrorCount({ errors }: { readonly errors: FieldErrors<RequestFields> }) {
  // a place on the map is one answer
  const { longitude, ...others } = errors;
  const count = Object.keys(longitude && !errors.latitude ? errors : others).length;
  return (
    <output className="block text-sm font-medium text-tomato empty:hidden">
      {count > 0 && (
        <Plural
          value={count}
          one="Almost there: take another look at one answer above."
          other="Almost there: take another look at # answers above."
        />
      )}
    </output>
  );
}
