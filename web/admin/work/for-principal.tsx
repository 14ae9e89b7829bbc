import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { Tag } from '#web/ui/notice.tsx'

/** That the user handles a task as the deputy of this person. */
export const forPrincipal = (name: string | null): Text => [`由您代${name ?? ''}办理`, `Yours, for ${name ?? ''}`]

interface Props {
  readonly row: { readonly taskName: string | null; readonly assignee: string | null; readonly status: unknown }
}

/** The step of a task in a list, and for whom the user handles it as a deputy. */
export const StepCell = ({ row }: Props) => {
  const t = useLocalize()
  const me = useUser()?.user_id
  const { taskName, assignee } = row
  // lists have the names of people beside their ids
  const { assigneeName = null } = row as { assigneeName?: string | null }
  // whoever is consulted does not handle it
  if (assignee === null || assignee === me || row.status === 'advise') return taskName
  return (
    <span className="row wrap gap-8">
      {taskName}
      <Tag tone="busy">{t([`代${assigneeName ?? ''}`, `for ${assigneeName ?? ''}`])}</Tag>
    </span>
  )
}
