import { createHmac, randomBytes } from 'node:crypto';
import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import type { Db } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** A signed-in person. */
export type TestPerson = {
  readonly id: string;
  readonly caller: Caller;
  /** The `Cookie` header of their session. */
  readonly cookie: string;
  readonly email: string;
};

const SESSION_MS = 30 * 86_400_000;

/**
 * Creates people with a session directly in the database, without a password: hashing one takes a tenth of a second.
 * All get the same defaults; a test passes the values that it depends on.
 */
export function makePeopleFactory(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly sessionSecret: string;
  readonly cookieName: string;
}) {
  const { db, clock, newId, sessionSecret, cookieName } = parts;

  return async function createPerson(
    over: {
      readonly firstName?: string;
      readonly lastName?: string;
      readonly userType?: UserType;
      readonly organizationName?: string;
    } = {},
  ): Promise<TestPerson> {
    const { firstName = 'Ana', lastName = 'Bell', userType = 'recipient', organizationName = null } = over;
    const [id, sessionId, now] = [newId(), newId(), clock.now()];
    const email = `person-${id}@example.org`;
    await db
      .insertInto('person')
      .values({
        id,
        email,
        name: `${firstName} ${lastName}`,
        first_name: firstName,
        last_name: lastName,
        user_type: userType,
        organization_name: organizationName,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const token = randomBytes(24).toString('base64url');
    await db
      .insertInto('session')
      .values({
        id: sessionId,
        token,
        person_id: id,
        expires_at: new Date(now.getTime() + SESSION_MS),
        created_at: now,
        updated_at: now,
      })
      .execute();
    const signature = createHmac('sha256', sessionSecret).update(token).digest('base64');
    return {
      id,
      caller: { userId: id, sessionId },
      cookie: `${cookieName}=${encodeURIComponent(`${token}.${signature}`)}`,
      email,
    };
  };
}
