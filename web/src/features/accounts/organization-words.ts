import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OrganizationType } from '@openlarder/domain/accounts/account-contract.ts';

const NAMES: Readonly<Record<OrganizationType, MessageDescriptor>> = {
  restaurant: msg`Restaurant`,
  grocery_store: msg`Grocery store`,
  bakery: msg`Bakery`,
  cafeteria: msg`Cafeteria`,
  cafe: msg`Café`,
  food_truck: msg`Food truck`,
  catering: msg`Catering`,
  hotel: msg`Hotel`,
  other: msg`Other`,
};

export const organizationTypeName = (type: OrganizationType): string => i18n._(NAMES[type]);
