import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Role } from '@/shared/session';
import { Segmented } from '@/ui';

const options = [
  { value: 'client', label: 'Customer' },
  { value: 'master', label: 'Plumber / Pro' },
] as const;

/** The role to sign in as: starts with the address's `role`, or as a customer. */
export function useRoleChoice(): [Role, (role: Role) => void] {
  const [query] = useSearchParams();
  return useState<Role>(query.get('role') === 'master' ? 'master' : 'client');
}

export function RoleChoice({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return <Segmented legend="I am a" name="role" value={role} options={options} onChange={onChange} />;
}
