// What the document says besides its operations, in Markdown.

type GuideSection = { readonly title: string; readonly text: string };

/** The rules that hold for every call. */
export const GUIDE: readonly GuideSection[] = [
  {
    title: 'Sessions',
    text: 'Sign up or sign in, and send the cookie of the reply with every further call. There are no tokens and no keys. Calls that need no session are marked as public. What a person may not see is answered like what does not exist: 404.',
  },
  {
    title: 'Where writes come from',
    text: 'A write (every method but `GET`) by a browser is accepted from our own pages only, so that no other page can act in the name of its reader: a foreign `Origin`, `Referer` or `Sec-Fetch-Site` gets 403 `foreign-origin`, and so does a form. A client that is no browser sends none of these headers. There is no CORS: pages of other sites cannot call.',
  },
  {
    title: 'Values',
    text: 'Bodies are JSON in UTF-8, at most 256 kB. Ids are UUIDs in lower case. Times are ISO 8601 in UTC, such as `2026-05-04T17:30:00.000Z`; in requests any offset is fine. Money is in whole minor units of its currency: cents, yen, thousandths of a dinar. Distances are in kilometers (`Km`), coordinates in degrees. Texts are trimmed. Please ignore fields that you do not know: later versions have more.',
  },
  {
    title: 'Errors',
    text: 'Each error has the same body, `ErrorBody`. `code` is stable and made for programs, and `reason` tells apart the cases of one code. `message` is a sentence for people in the language of `Accept-Language`, with `params` filled in. With 422, `fields` has one sentence for each field to correct, and `fieldErrors` their codes. 400 is a request that no form sends: wrong type, or no JSON. 409 is a conflict with what happened meanwhile. 429 and 503 pass: wait for `Retry-After` seconds, then try again.',
  },
  {
    title: 'Long lists',
    text: 'Long lists are plain arrays with at most `limit` items. If there are more, the header `Link` has the address of the next page, `<…>; rel="next"`. Its `cursor` is opaque.',
  },
  {
    title: 'Repeating a call',
    text: 'Calls that create something take an `Idempotency-Key` of your choice. Sent again with the same key within 24 hours, they create nothing new and return what the first one created; with another body the answer is 409 `idempotency-key-reused`. A failed call is not remembered.',
  },
  {
    title: 'Photos',
    text: 'Ask for an address to upload to, send the file there with `PUT` (any image type, at most 10 MB), then store it, which returns its `objectPath`. `GET {objectPath}?w=320` returns it as WebP, 320, 640 or 1280 pixels wide.',
  },
];

/** The live connection, described beside the operations in `x-live`. */
export const LIVE_GUIDE =
  'A WebSocket at `/ws` says immediately what has changed while a client is connected. The handshake carries the session cookie; a foreign `Origin` is refused. Every frame is one JSON object with a `type`. Frames say that something changed, and hardly ever how: fetch it, since each call decides what its reader may see. `changed` names topics: fetch again what the calls that show them have answered. To miss nothing across a lost connection, keep the latest `position` whose changes you have fetched, and send `since` with it after `hello`. Both are optional, as are two headers: a write that names the `socket` of `hello` in `Live-Socket` is not told to that socket, and a `GET` that names the last `row` in `Live-Row` is not answered from before it.';
