// The pages that people arrive at as HTML, made when the app is built (web/prerendered.ts), so that they are read before any script has come. The
// app then shows its own in their place, which look the same.
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { paths } from '@/shared/paths';
import { AppRoutes } from './routes';

export function pages(): { address: string; html: string }[] {
  return [paths.landing, paths.booking.create].map((address) => ({
    address,
    html: renderToString(
      <StaticRouter location={address}>
        <AppRoutes />
      </StaticRouter>,
    ),
  }));
}
