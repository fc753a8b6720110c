import { Trans, useLingui } from '@lingui/react/macro';
import { ALLERGENS, DIETS } from '@openlarder/domain/kernel/food-tags.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { CORRECTABLE_FIELDS } from '@openlarder/domain/listings/listing-fields.ts';
import { type FormEvent, useId } from 'react';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { FoodTagChoice } from '#web/features/accounts/food-tags/FoodTagChoice.tsx';
import { useFormDraft } from '#web/lib/draft.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { FormDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useUpdateListing } from '../listings.queries.ts';
import { InstantField } from '../share/InstantField.tsx';
import { isSameValue } from '../share/listing-values.ts';

type Props = { readonly listing: Listing; readonly onClose: () => void };

/** Corrects what claimed food contains, and its dates; everyone who has claimed is told. */
export function CorrectFood({ listing, onClose }: Props) {
  const { t } = useLingui();
  const formId = useId();
  const [values, put, forget] = useFormDraft(`correction-${listing.id}`, listing);
  const change = useUpdateListing(listing);
  const leave = () => {
    forget();
    onClose();
  };
  const differing = () => CORRECTABLE_FIELDS.filter((name) => !isSameValue(listing[name], values[name]));
  const { allergens, diets, dateKind, bestByDate, expiryDate } = values;
  const fields = change.error instanceof HttpError ? change.error.fields : {};
  const save = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const body = Object.fromEntries(differing().map((name) => [name, values[name]]));
    try {
      if (Object.keys(body).length > 0) {
        await change.mutateAsync(body);
        toast({
          title: t`Corrected`,
          description: t`We'll let everyone who claimed it know right away.`,
          tone: 'success',
        });
      }
      leave();
    } catch {
      // the dialog shows the error
    }
  };
  return (
    <FormDialog
      isUnsaved={() => differing().length > 0}
      onOpenChange={leave}
      title={<Trans>Correct what's in it</Trans>}
      description={
        <Trans>We'll let everyone who claimed it know right away. They may cancel, and it won't count.</Trans>
      }
      footer={
        <Button type="submit" form={formId} busy={change.isPending}>
          <Trans>Save and let them know</Trans>
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-6">
        <div>
          <FoodTagChoice
            label={t`What does it contain?`}
            hint={t`Choose nothing if you don't know.`}
            tags={ALLERGENS}
            nameOf={allergenName}
            chosen={allergens ?? []}
            onChange={(chosen) => put({ allergens: chosen.length > 0 ? chosen : null })}
          />
          <Chip
            pressed={allergens?.length === 0}
            className="mt-2"
            onClick={() => put({ allergens: allergens?.length === 0 ? null : [] })}
          >
            <Trans>None of these</Trans>
          </Chip>
        </div>
        <FoodTagChoice
          label={t`Which diets does it suit?`}
          tags={DIETS}
          nameOf={dietName}
          chosen={diets}
          onChange={(chosen) => put({ diets: chosen })}
        />
        <ChipRow label={t`Which date is on the pack?`} className="flex-wrap">
          <Chip pressed={dateKind === 'best_before'} onClick={() => put({ dateKind: 'best_before' })}>
            <Trans>Best before, or none</Trans>
          </Chip>
          <Chip pressed={dateKind === 'use_by'} onClick={() => put({ dateKind: 'use_by' })}>
            <Trans>Use by</Trans>
          </Chip>
        </ChipRow>
        <InstantField
          label={dateKind === 'use_by' ? <Trans>Use by</Trans> : <Trans>Best by</Trans>}
          value={bestByDate}
          onInstant={(instant) => put({ bestByDate: instant })}
          error={fields['bestByDate']}
        />
        {expiryDate !== null && (
          <InstantField
            label={<Trans>Don't eat after</Trans>}
            value={expiryDate}
            onInstant={(instant) => put({ expiryDate: instant })}
            error={fields['expiryDate']}
          />
        )}
        {change.isError && Object.keys(fields).length === 0 && (
          <Notice tone="error" announce title={errorMessage(change.error)}>
            <Trans>Everything you entered is still here.</Trans>
          </Notice>
        )}
      </form>
    </FormDialog>
  );
}
