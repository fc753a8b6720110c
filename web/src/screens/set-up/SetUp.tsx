import { Trans, useLingui } from '@lingui/react/macro';
import { MIN_PASSWORD_LENGTH } from '@openlarder/domain/accounts/account-fields.ts';
import { openSetup, type SetupStart, setUp, type Town } from '@openlarder/domain/community/setup-contract.ts';
import { setUpBody } from '@openlarder/domain/community/setup-schemas.ts';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { PasswordField } from '#web/features/accounts/security/PasswordField.tsx';
import { reloadSignedIn } from '#web/features/accounts/sign-in/use-sign-in.ts';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { call } from '#web/lib/call.ts';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { formatTime } from '#web/lib/format.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ErrorNotice, Notice } from '#web/ui/Notice.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import { countryChoices, currencyChoices, languageOfCountry, timeZoneChoices } from './regions.ts';
import { TownField } from './TownField.tsx';

/** The one page that makes a new installation a community, by the link that it has printed. */
export function SetUp() {
  const { t } = useLingui();
  const [queryClient] = useState(createQueryClient);
  useDocumentTitle(t`Start your community`);
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto flex min-h-dvh max-w-xl flex-col">
        <header className="flex min-h-17 items-center px-gutter">
          <WordMark />
        </header>
        <main className="px-gutter pt-4 pb-16 sm:pt-10">
          <Opened />
        </main>
      </div>
    </QueryClientProvider>
  );
}

function Opened() {
  // it stays in the address, so that a phone that loads the page again still has it; no server is sent it
  const [token] = useState(() => window.location.hash.slice(1));
  const start = useQuery({
    queryKey: ['setup', token],
    queryFn: () => call(openSetup, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (start.data) return <SetUpForm token={token} start={start.data} />;
  if (start.isPending) return <Skeleton className="h-96 rounded-card" />;
  const isRefused = start.error instanceof HttpError && start.error.status === 409;
  if (!isRefused)
    return (
      <div className="flex flex-col gap-6">
        <PageHeading>
          <Trans>Start your community</Trans>
        </PageHeading>
        <QueryError of={start} title={<Trans>We couldn't open this page</Trans>} />
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      <PageHeading>
        <Trans>This link doesn't work anymore</Trans>
      </PageHeading>
      <Notice tone="warning" announce>
        {errorMessage(start.error)}
      </Notice>
      <p className="text-muted">
        <Trans>
          If you run the server, <code translate="no">npm run admin -- setup</code> prints a new link until
          there's an organizer.
        </Trans>
      </p>
      <LinkButton href={paths.signIn} leaves>
        <Trans>Sign in</Trans>
      </LinkButton>
    </div>
  );
}

type Values = z.input<typeof setUpBody>;
const FIELDS = [
  'appName',
  'place',
  'timeZone',
  'country',
  'currency',
  'language',
  'firstName',
  'lastName',
  'email',
  'password',
] as const;

function SetUpForm({ token, start }: { readonly token: string; readonly start: SetupStart }) {
  const { t, i18n } = useLingui();
  const { community, languages, fixed } = start;
  const variableOf = (field: string) => fixed.find((each) => each.field === field)?.variable;
  const sendsMail = useCommunity()?.sendsMail ?? false;
  const form = useForm<Values, unknown, z.output<typeof setUpBody>>({
    resolver: contractResolver(setUpBody),
    defaultValues: {
      token,
      appName: variableOf('appName') ? community.appName : '',
      // no one has chosen the server's: the organizer reads this page in theirs
      language: variableOf('language')
        ? community.language
        : (languages.find((one) => one === i18n.locale) ?? community.language),
      timeZone: community.timeZone,
      country: community.country ?? '',
      currency: community.currency,
      ...(community.place && { place: community.place }),
      firstName: '',
      lastName: '',
      email: '',
      password: '',
    },
  });
  const { errors } = form.formState;
  const [place, timeZone] = useWatch({ control: form.control, name: ['place', 'timeZone'] });
  const settle = (town: Town) => {
    const { latitude, longitude } = town;
    form.setValue('place', { latitude, longitude });
    form.clearErrors('place');
    if (!variableOf('timeZone')) form.setValue('timeZone', town.timeZone);
    if (!variableOf('country')) form.setValue('country', town.country);
    if (!variableOf('currency')) form.setValue('currency', town.currency);
    const spoken = languageOfCountry(town.country);
    if (!variableOf('language') && !form.getFieldState('language').isDirty && languages.includes(spoken))
      form.setValue('language', spoken);
  };
  const founding = useMutation({
    mutationFn: (body: z.output<typeof setUpBody>) => call(setUp, { body }),
    onSuccess: ({ mailProblem }) => (mailProblem === null ? reloadSignedIn(paths.home) : undefined),
    onError: (error) => {
      if (!showFieldErrors(error, FIELDS, form.setError))
        form.setError('root', { message: errorMessage(error) });
    },
  });
  const submit = form.handleSubmit((values) => founding.mutate(values));

  if (founding.data?.mailProblem) {
    return (
      <div className="flex flex-col gap-6">
        <PageHeading>
          <Trans>Your community is ready</Trans>
        </PageHeading>
        <Notice tone="warning" announce title={<Trans>We couldn't send you a first email</Trans>}>
          {founding.data.mailProblem}
        </Notice>
        <Button size="large" wide onClick={() => void reloadSignedIn(paths.home)}>
          <Trans>Go on</Trans>
        </Button>
      </div>
    );
  }
  const fixedHint = (field: string): ReactNode => {
    const variable = variableOf(field);
    return variable && <Trans>Set on the server by {variable}.</Trans>;
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      <PageHeading below={<Trans>One page, about two minutes. Then you can share the first food.</Trans>}>
        <Trans>Start your community</Trans>
      </PageHeading>
      <TextField
        label={<Trans>Name of your community</Trans>}
        maxLength={60}
        placeholder={t`Larder on Mill Street`}
        hint={fixedHint('appName')}
        readOnly={variableOf('appName') !== undefined}
        error={errors.appName?.message}
        {...form.register('appName')}
      />
      {variableOf('place') ? (
        <p className="text-muted">{fixedHint('place')}</p>
      ) : (
        <TownField token={token} place={place ?? null} error={errors.place?.message} onSettle={settle} />
      )}
      {place && (
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label={<Trans>Country</Trans>}
            hint={fixedHint('country') ?? <Trans>Help lines and units follow it.</Trans>}
            disabled={variableOf('country') !== undefined}
            placeholder={t`Choose one`}
            options={countryChoices()}
            error={errors.country?.message}
            {...form.register('country')}
          />
          <SelectField
            label={<Trans>Currency</Trans>}
            hint={fixedHint('currency') ?? <Trans>People donate in it.</Trans>}
            disabled={variableOf('currency') !== undefined}
            options={currencyChoices()}
            error={errors.currency?.message}
            {...form.register('currency')}
          />
          <SelectField
            label={<Trans>Time zone</Trans>}
            hint={fixedHint('timeZone') ?? <Clock timeZone={timeZone} />}
            disabled={variableOf('timeZone') !== undefined}
            options={timeZoneChoices(timeZone)}
            error={errors.timeZone?.message}
            {...form.register('timeZone')}
          />
        </div>
      )}
      <SelectField
        label={<Trans>Language</Trans>}
        hint={fixedHint('language') ?? <Trans>Everyone can still choose their own.</Trans>}
        disabled={variableOf('language') !== undefined}
        options={languages.map((value) => ({
          value,
          label: new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value,
        }))}
        error={errors.language?.message}
        {...form.register('language')}
      />
      <fieldset className="flex flex-col gap-5">
        <legend className="mb-3 text-xl font-semibold">
          <Trans>You, its first organizer</Trans>
        </legend>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={<Trans>First name</Trans>}
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...form.register('firstName')}
          />
          <TextField
            label={<Trans>Last name</Trans>}
            optional
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...form.register('lastName')}
          />
        </div>
        <TextField
          label={<Trans>Email</Trans>}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            sendsMail ? (
              <Trans>We'll send a first email there, so you see that it works.</Trans>
            ) : (
              <Trans>You sign in with it. No mail server is set yet, so nothing is sent.</Trans>
            )
          }
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={<Trans>Password</Trans>}
          autoComplete="new-password"
          hint={<Trans>At least {MIN_PASSWORD_LENGTH} characters.</Trans>}
          error={errors.password?.message}
          {...form.register('password')}
        />
      </fieldset>
      <ErrorNotice>{errors.root?.message}</ErrorNotice>
      <Button type="submit" size="large" wide busy={founding.isPending || founding.isSuccess}>
        <Trans>Start the community</Trans>
      </Button>
    </form>
  );
}

function Clock({ timeZone }: { readonly timeZone: string }) {
  const time = formatTime(useNow(), timeZone);
  return <Trans>It's {time} there now.</Trans>;
}
