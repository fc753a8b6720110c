export const USAGE = `Running the community, from the server it is on.

  npm run admin -- reports                        what people have reported, oldest first
  npm run admin -- reports show <id>              one report, and what was written
  npm run admin -- reports show <id> --talk       with the conversation it is about; this is written down
  npm run admin -- reports close <id> [note]      put a report aside

  npm run admin -- pause <e-mail> [reason]        they begin nothing new; what they offer is taken back
  npm run admin -- resume <e-mail>                they may go on
  npm run admin -- remove person <e-mail>         close their account for good
  npm run admin -- remove listing <id>            take food away, with its words and photos
  npm run admin -- remove request <id>            take a request for food away, with its words
  npm run admin -- remove message <id>            take a message away
  npm run admin -- remove photo <id>              take a photo away

  npm run admin -- verify <e-mail>                mark somebody as known to you
  npm run admin -- unverify <e-mail>              take that back
  npm run admin -- grant <e-mail>                 make somebody one of those who run the community
  npm run admin -- revoke <e-mail>                take that back
  npm run admin -- log                            what was done, newest first

People are found by their e-mail address or their id. Removing asks first; --yes answers.
It reads the same settings as the server: DATA_DIR or DATABASE_URL above all.`;
