import { useLocation, useNavigate } from 'react-router'

/** The query string of the URL and a function that replaces it, on the same page. */
export const useSearchString = () => {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  return [search, (next: string) => navigate({ pathname, search: next, hash }, { replace: true, state })] as const
}
