import type { Appearance } from '@stripe/stripe-js';

/** Our design tokens in Stripe's format: its fields are in an iframe, where our stylesheet does not apply. */
export function stripeAppearance(): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  return {
    theme: styles.colorScheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('action'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('muted'),
      colorDanger: token('bad'),
      borderRadius: '12px',
      fontSizeBase: '16px',
    },
  };
}
