/**
 * System messages of a conversation. `time_proposed` and `time_agreed` name a time. `lapsed` and
 * `completed_alone` are automatic and have no sender; `thanked` may have a note of the
 * receiver; `removed` replaces a message that an admin removed. The conversation of a request has the same handover events,
 * and also `request_matched`, `meeting_point_named`, `name_told`, `helper_silent` (the match ended automatically) and
 * `request_cancelled`.
 */
export const MESSAGE_EVENTS = [
  'claimed',
  'place_shared',
  'coming',
  'time_proposed',
  'time_agreed',
  'on_my_way',
  'stopped_waiting',
  'released',
  'no_food',
  'no_show',
  'handover_confirmed',
  'completed',
  'completed_alone',
  'lapsed',
  'disputed',
  'thanked',
  'account_closed',
  'removed',
  'request_matched',
  'meeting_point_named',
  'helper_silent',
  'request_cancelled',
  'name_told',
  'food_corrected',
] as const;

export type MessageEvent = (typeof MESSAGE_EVENTS)[number];
