/**
 * What happened to the claim, told in its conversation; the web has the words. `lapsed` and `completed_alone` are
 * time's doing and have no sender; `removed` stands for a message that those who run the community took away. A
 * request's conversation hears the same of its handover, and besides that somebody helps (`request_matched`), where to
 * meet, that a silent helper was let go by time (`helper_silent`), and that the requester takes it back.
 */
export const MESSAGE_EVENTS = [
  'claimed',
  'place_shared',
  'coming',
  'released',
  'no_food',
  'no_show',
  'handover_confirmed',
  'completed',
  'completed_alone',
  'lapsed',
  'disputed',
  'account_closed',
  'removed',
  'request_matched',
  'meeting_point_named',
  'helper_silent',
  'request_cancelled',
] as const;

export type MessageEvent = (typeof MESSAGE_EVENTS)[number];
