import { Link } from 'wouter';
import { textParts } from './text-parts.ts';

/** The path of an address within this community, such as a listing's; null for one that leads elsewhere. */
function ownPath(href: string): string | null {
  const { origin, pathname, search } = new URL(href);
  return origin === window.location.origin && pathname === '/' ? `${pathname}${search}` : null;
}

/**
 * What somebody wrote, as text, in the direction of its own script. Web addresses in it can be followed: those of this
 * community here, others beside it. Where one leads elsewhere than it seems to, that is said.
 */
export function MessageText({ content }: { readonly content: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {textParts(content).map(({ text, href, leadsTo }, index) => {
        if (!href) return text;
        const path = ownPath(href);
        // The parts of one text never change places.
        return path ? (
          <Link key={index} href={path} className="underline">
            {text}
          </Link>
        ) : (
          <span key={index}>
            <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="underline">
              {text}
            </a>
            {leadsTo && <bdi className="text-sm"> ({leadsTo})</bdi>}
          </span>
        );
      })}
    </p>
  );
}
