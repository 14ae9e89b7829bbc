import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { signOnAddress } from '#contract/sign-on-address.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { rememberReturnPath } from '#web/base/login/return-path.ts'
import { Phrases } from '#web/ui/phrases.tsx'
import css from './tiles.module.css'

interface Tile {
  readonly name: Text
  readonly description: Text
  readonly to: string
  /** Opens through the sign-on site, in a new window; a visitor reads the page without it. */
  readonly opensNewWindow?: true
  /** Where it leads a visitor, who cannot use the other place, and what is there. */
  readonly forVisitors?: { readonly to: string; readonly description: Text }
  /** SVG path of its icon, in a 32 × 32 view box. */
  readonly drawing: string
}

/** The four entry points (specification 000, section 2). */
const tiles: readonly Tile[] = [
  {
    name: ['5G工厂评估服务', '5G factory assessment'],
    description: ['对照建设指南|查阅评估要求与通知', 'What is assessed, and the notices of the office'],
    to: '/evaluationService/service',
    opensNewWindow: true,
    drawing: 'M4 27h24M6 27V13l7 4v-4l7 4V7h6v20M11 22h3M18 22h3',
  },
  {
    name: ['项目库', 'Project library'],
    description: ['查询和维护|在库项目', 'Search and update listed projects'],
    to: '/project/library',
    opensNewWindow: true,
    forVisitors: {
      to: '/projects',
      description: ['查看经公示|入库的项目', 'The projects listed after public notice'],
    },
    drawing: 'M5 8c0-5 22-5 22 0v16c0 5-22 5-22 0zM5 8c0 5 22 5 22 0M5 16c0 5 22 5 22 0',
  },
  {
    name: ['政策服务', 'Policy services'],
    description: ['政策文件、解读|与申报通知', 'Policy documents, explanations and declaration notices'],
    to: '/projectList/policy',
    drawing: 'M7 4h13l5 5v19H7zM20 4v5h5M11 15h10M11 19h10M11 23h6',
  },
  {
    name: ['产品检测', 'Product testing'],
    description: ['5G工业终端|与网络设备检测', 'Testing of 5G terminals and network equipment'],
    to: '/productTesting/testing',
    drawing: 'M4 17h5l3-8 5 14 4-10 2 4h5M4 27h24M4 5h24',
  },
]

const TileContent = ({ of: { name, description, drawing }, more }: { of: Tile; more?: ReactNode }) => {
  const t = useLocalize()
  return (
    <>
      <svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
        <path d={drawing} />
      </svg>
      <span>
        <strong>{t(name)}</strong>
        <span className="block muted small">
          <Phrases>{t(description)}</Phrases>
        </span>
        {more}
      </span>
    </>
  )
}

/** Four tiles under the banner. Those that open the sign-on site in a new window say so; a visitor gets a public page instead. */
export const Tiles = () => {
  const t = useLocalize()
  const isVisitor = !useUser()
  const newWindowHint = <span className={css.away}>{t(['新窗口打开', 'Opens in a new window'])}</span>
  return (
    <nav className={css.tiles} data-columns aria-label={t(['服务入口', 'Services'])}>
      {tiles.map((declared) => {
        const tile = isVisitor ? { ...declared, ...declared.forVisitors } : declared
        return tile.opensNewWindow && !isVisitor ? (
          <a
            key={tile.name[1]}
            href={signOnAddress}
            target="_blank"
            rel="noopener"
            className={css.tile}
            onClick={() => rememberReturnPath(tile.to, true)}
          >
            <TileContent of={tile} more={newWindowHint} />
          </a>
        ) : (
          <Link key={tile.name[1]} to={tile.to} className={css.tile}>
            <TileContent of={tile} />
          </Link>
        )
      })}
    </nav>
  )
}
