import type { DayTime, Transport, Weekday } from '@openlarder/domain/volunteers/volunteer-fields.ts';

export type VolunteerTables = {
  /** When, where and how a person can help. Only they and the admins see it. */
  help_offer: {
    person_id: string;
    days: Weekday[];
    times: DayTime[];
    area: string;
    transport: Transport[];
    answered_at: Date;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends VolunteerTables {}
}
