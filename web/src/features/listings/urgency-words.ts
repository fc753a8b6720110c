import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { UrgencyLevel } from '@openlarder/domain/listings/listing-contract.ts';

const NAMES: Readonly<Record<UrgencyLevel, MessageDescriptor>> = {
  low: msg`No hurry`,
  medium: msg`Soon`,
  high: msg`Today`,
  emergency: msg`Right now`,
};

/** How urgent something is, in the words in which donors were asked for it. */
export const urgencyName = (level: UrgencyLevel): string => i18n._(NAMES[level]);
