import type { RecommendDetail } from '#contract/project/recommend.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { AddressLink, absoluteAddress } from '#web/base/page/address-link.tsx'
import { CopyButton } from '#web/base/page/copy-button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './public-page.module.css'

/** Only recommended projects have one. */
const QrCode = lazyComponent(async () => (await import('./qr-code.tsx')).QrCode)

/** A code on paper needs the host that the public uses, which is not always the one of this window. */
const WithoutHost = ({ path }: { path: string }) => {
  const t = useLocalize()
  return (
    <div className="above-16">
      <Notice
        tone="ask"
        title={t([
          '平台未配置对外访问地址（PUBLIC_URL），暂不能生成二维码，请联系系统管理员。',
          'There is no QR code because the public address of the platform (PUBLIC_URL) is not set. Please contact the administrator.',
        ])}
      >
        <a href={path} target="_blank" rel="noreferrer">
          {t(['打开公开页面', 'Open the public page'])}
        </a>
      </Notice>
    </div>
  )
}

/** The public page of a recommended project with its QR code, or when there will be one. */
export const PublicPage = ({ of: { recommendState, qrCode, projectName } }: { of: RecommendDetail }) => {
  const t = useLocalize()
  if (recommendState && ['draft', 'running', 'returned'].includes(recommendState))
    return (
      <div className="above-16">
        <Notice
          title={t([
            '平台确认推荐后，项目页面向社会公开，此处显示其二维码。',
            'Once the platform has confirmed the recommendation, the project has a public page, and its QR code is shown here.',
          ])}
        />
      </div>
    )
  if (!qrCode) return null
  if (qrCode.startsWith('/')) return <WithoutHost path={qrCode} />
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
