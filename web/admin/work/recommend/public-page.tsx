import type { RecommendDetail } from '#contract/project/recommend.ts'
import { AddressLink, absoluteAddress } from '#web/base/address-link.tsx'
import { CopyButton } from '#web/base/copy-button.tsx'
import { useLocalize } from '#web/base/language.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './public-page.module.css'

/** Only recommended projects have one. */
const QrCode = lazyComponent(async () => (await import('./qr-code.tsx')).QrCode)

/** The public page of a recommended project with its QR code, or when there will be one. */
export const PublicPage = ({ of: { recommendState, qrCode, projectName } }: { of: RecommendDetail }) => {
  const t = useLocalize()
  if (recommendState && ['draft', 'running', 'returned'].includes(recommendState))
    return (
      <div className={css.later}>
        <Notice
          title={t([
            '平台确认推荐后，项目页面向社会公开，此处显示其二维码。',
            'Once the platform has confirmed the recommendation, the project has a public page, and its QR code is shown here.',
          ])}
        />
      </div>
    )
  if (!qrCode) return null
  const address = absoluteAddress(qrCode)
  return (
    <div className={css.page}>
      <QrCode address={address} name={projectName ?? ''} />
      <div className={css.address}>
        <p>{t(['公开页面', 'Public page'])}</p>
        <AddressLink address={qrCode} />
        <p>
          <CopyButton text={address}>{t(['复制链接', 'Copy the link'])}</CopyButton>
        </p>
      </div>
    </div>
  )
}
