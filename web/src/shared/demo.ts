// Whether this is the static demonstration, whose API is mocked in the browser (src/mocks): fixed when the app is built, so that the other
// builds contain none of it.

export const isDemo = import.meta.env.VITE_MOCKS === 'on';

/** The sign-in code of everybody in the demonstration. */
export const DEMO_CODE = '123456';
