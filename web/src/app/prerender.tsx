// The landing page as HTML, made when the app is built (web/landing.ts), so that it is read before any script has come. The app then shows its own
// in its place, which looks the same.
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { paths } from '@/shared/paths';
import { AppRoutes } from './routes';

export function landingPage(): string {
  return renderToString(
    <StaticRouter location={paths.landing}>
      <AppRoutes />
    </StaticRouter>,
  );
}
