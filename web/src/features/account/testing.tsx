// Shared by the account tests.
import { Route, Routes, useLocation } from 'react-router';
import { renderAt } from '@/test/render';

function Location() {
  const { pathname, search } = useLocation();
  return <p data-testid="location">{pathname + search}</p>;
}

/** Renders a screen at its path; any other path just shows where the app has gone. */
export function renderScreen(path: string, Screen: () => React.ReactNode, search = '') {
  return renderAt(
    <Routes>
      <Route path={path} element={<Screen />} />
      <Route path="*" element={<Location />} />
    </Routes>,
    path + search,
  );
}

export function storedPerson() {
  const read = (key: string) => localStorage.getItem(key);
  return { token: read('auth_token'), role: read('auth_role'), email: read('user_email') };
}
