// The pages that people arrive at as HTML, made when the app is built (web/prerendered.ts), so that they are read before any script has come. The
// app then shows its own in their place, which look the same.
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { paths } from '@/shared/paths';
import { madeFor } from '@/ui/useMediaQuery';
import { AppRoutes } from './routes';

export function pages(): { address: string; html: string }[] {
  return [paths.landing, paths.booking.create].map((address) => ({ address, html: forEveryWidth(address) }));
}

/** A page that is laid out another way at a desk is there twice, and the style sheet shows the one that fits. */
function forEveryWidth(address: string): string {
  const phone = made(address, false);
  const desk = made(address, true);
  if (phone === desk) return phone;
  return `${LATE}<div class="contents desk:hidden">${phone}</div><div class="hidden desk:contents">${withOwnIds(desk)}</div>`;
}

function made(address: string, isDesk: boolean): string {
  madeFor.isDesk = isDesk;
  const html = renderToString(
    <StaticRouter location={address}>
      <AppRoutes />
    </StaticRouter>,
  );
  // What is typed before the app is there would be lost with the page that it replaces: until then nobody can type.
  return /<(input|textarea)/.test(html) ? `<fieldset disabled class="contents">${html}</fieldset>` : html;
}

/** An id is of one element. */
const withOwnIds = (html: string) =>
  html.replace(
    /( (?:id|for|aria-labelledby|aria-describedby)="|href="#)([^"]+)/g,
    (_, name: string, ids: string) => name + ids.replace(/\S+/g, 'desk-$&'),
  );

/** Shown when the scripts take long. */
const LATE = '<p role="status" class="late">Loading… You can type in a moment.</p>';
