import { textParts } from './text-parts.ts';

/** What somebody wrote, as text; web addresses in it can be followed, and open beside the product. */
export function MessageText({ content }: { readonly content: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {textParts(content).map(({ text, href }, index) =>
        href ? (
          <a
            // The parts of one text never change places.
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline"
          >
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  );
}
