import { denied } from '#contract/kit/fail.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useLocalize } from '../api/language.ts'

/** Says why something may not be displayed, and who can change that. */
export const DeniedNotice = ({ message }: { readonly message: string }) => {
  const t = useLocalize()
  // a refusal with a reason of its own, such as a form that is closed, is not mended by another role
  if (message && !denied().text.includes(message)) return <Notice tone="ask" title={message} live />
  return (
    <Notice tone="ask" title={t(['没有查看权限', 'You do not have permission to view this'])} live>
      <p>{t(['如需查看，请联系管理员为您的角色授权。', 'Ask an administrator to grant it to your role.'])}</p>
    </Notice>
  )
}
