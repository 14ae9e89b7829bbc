import { Link } from 'react-router'
import { useLocalize } from '#web/base/api/language.ts'
import { detailAddress } from '#web/base/page/process-address.ts'

interface Props {
  /** The name of the process in the addresses of its pages. */
  readonly route: string
  readonly of: { readonly id: string; readonly processInstanceId: string | null }
  readonly name: string | null
}

/** Where a request is in its process, with what its sender can do there; nothing for one that was not sent. */
export const ProgressLink = ({ route, of: { id, processInstanceId }, name }: Props) => {
  const t = useLocalize()
  if (!processInstanceId) return null
  return (
    <Link to={detailAddress(route, { processInstanceId, businessId: id })}>
      {t(['办理情况', 'Progress'])}
      <span className="hidden-words"> {name}</span>
    </Link>
  )
}
