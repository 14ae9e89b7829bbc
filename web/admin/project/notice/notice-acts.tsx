import { Link } from 'react-router'
import { type NoticeView, noticeStates, publicNotice } from '#contract/project/public-notice.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { buttonClass } from '#web/ui/button.tsx'

const list = '/project/public-notice'
type Act = 'publish' | 'requestWithdrawal' | 'withdraw' | 'keepPublished'

/** Starts an act of the notice in its list, which asks before it acts. */
const ActLink = ({
  id,
  act,
  isMain = false,
}: {
  readonly id: string
  readonly act: Act
  readonly isMain?: boolean
}) => {
  const t = useLocalize()
  const { button } = publicNotice.calls[act]
  return button ? (
    <Link
      className={buttonClass(isMain ? 'main' : 'plain')}
      to={list}
      state={{ act: { entity: publicNotice.name, action: act, id } }}
    >
      {t(button.label)}
    </Link>
  ) : null
}

const actsOf = ({ state, isRequested }: { readonly state: number; readonly isRequested: boolean }): Act[] => {
  if (state === noticeStates.draft) return ['publish']
  if (state !== noticeStates.published) return []
  return isRequested ? ['withdraw', 'keepPublished'] : ['requestWithdrawal']
}

/** What the user can do with a notice that they have read. */
export const NoticeActs = ({ id, of: view }: { readonly id: string; readonly of: NoticeView }) => {
  const may = useMay()
  if (!may('public_notice_publish')) return null
  const isOpen = (act: Act) => view.refusal === null || act === 'keepPublished' || act === 'requestWithdrawal'
  return actsOf(view)
    .filter(isOpen)
    .map((act) => <ActLink key={act} id={id} act={act} isMain={act === 'publish'} />)
}
