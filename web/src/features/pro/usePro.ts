import { useOutletContext } from 'react-router';
import type { MasterProfile } from '@/api/types';

/** The signed-in pro. ProLayout fetches the profile before it shows a page. */
export function usePro(): MasterProfile {
  return useOutletContext<MasterProfile>();
}
