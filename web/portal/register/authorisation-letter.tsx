import { useLocalize } from '#web/base/api/language.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import page from '../page.module.css'

const blank = '_'.repeat(20)
/** For a long value; it may break on a narrow screen. */
const longBlank = `${blank}\u200b${blank}`

/** A blank letter with which an organisation authorises a clerk, to be printed, sealed and handed in at the registration. */
export const AuthorisationLetter = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const lines = [
    [`单位名称：${longBlank}`, `Organisation: ${longBlank}`],
    [`统一社会信用代码：${longBlank}`, `Unified social credit code: ${longBlank}`],
    [
      `兹授权本单位 ${blank}（身份证件号码后四位 ${blank}，手机 ${blank}）为经办人，在本平台以本单位名义注册账号，填写、提交和查询项目申报材料，接收平台发送的通知。`,
      `We authorise ${blank} (last four digits of the identity document ${blank}, mobile phone ${blank}) to register an account of this organisation on this platform, to fill in, submit and follow its declarations, and to receive the notices of the platform.`,
    ],
    [
      '经办人在授权范围内的操作视为本单位的行为。本单位承诺提供的信息真实、准确，且不含涉密信息。',
      'What the clerk does within this authorisation counts as done by the organisation. The organisation warrants that its information is true and accurate and contains no classified information.',
    ],
    [`授权期限：自 ${blank} 至 ${blank}`, `Valid from ${blank} to ${blank}`],
    [`单位（盖章）：${blank}`, `Organisation (seal): ${blank}`],
    [`法定代表人或负责人（签字）：${blank}`, `Legal representative (signature): ${blank}`],
    [`日期：${blank}`, `Date: ${blank}`],
  ] as const
  return (
    <div className={page.narrow}>
      <h1>{t(title)}</h1>
      {lines.map((line) => (
        <p key={line[1]}>{t(line)}</p>
      ))}
      <div className={page.actions}>
        <Button kind="main" onClick={() => print()}>
          {t(['打印', 'Print'])}
        </Button>
      </div>
    </div>
  )
}
