// What the account's tests share: where one ends up, and what browser storage holds of the person.
import { Route, Routes, useLocation } from 'react-router';
import { renderAt } from '@/test/render';

function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="where">{pathname + search}</p>;
}

/** Draws a screen at its path; every other path only says where one is. */
export function renderScreen(path: string, Screen: () => React.ReactNode, search = '') {
  return renderAt(
    <Routes>
      <Route path={path} element={<Screen />} />
      <Route path="*" element={<Where />} />
    </Routes>,
    path + search,
  );
}

export function storedPerson() {
  const read = (key: string) => localStorage.getItem(key);
  return { token: read('auth_token'), role: read('auth_role'), email: read('user_email') };
}
