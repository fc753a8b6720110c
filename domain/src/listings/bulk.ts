import type { UserType } from '../accounts/profile-fields.ts';

/** Whether a person may share in bulk, and sees its form: donors and organizations. */
export function mayShareInBulk(person: {
  readonly userType: UserType;
  readonly organizationName: string | null;
}): boolean {
  return person.userType === 'donor' || Boolean(person.organizationName?.trim());
}
