/**
 * The look of the platform in one place: colour, type, space, radius, shadow. The pages read it as custom properties, the
 * console's components as their theme. #409EFF marks what can be acted on; where it carries words, the deeper `action` does,
 * since white on #409EFF is too faint to read (WCAG 1.4.3).
 */
export const tokens = {
  ink: '#1a2433',
  'ink-soft': '#4a5668',
  'ink-faint': '#657085',
  line: '#dde3ec',
  'line-strong': '#8b97a9',
  ground: '#f5f7fa',
  paper: '#ffffff',
  deep: '#10305f',
  'deep-soft': '#e9eef6',
  brand: '#409eff',
  action: '#1263cf',
  'action-strong': '#0c4a9e',
  'action-soft': '#e8f2ff',
  warm: '#b4500b',
  'warm-soft': '#fff1e4',
  good: '#16713f',
  'good-soft': '#e5f5ec',
  bad: '#b8252b',
  'bad-soft': '#fdecec',
  ask: '#8a5200',
  'ask-soft': '#fff4dd',
  font: "'PingFang SC', 'HarmonyOS Sans SC', 'Noto Sans SC', 'Microsoft YaHei', 'Noto Sans CJK SC', system-ui, sans-serif",
  mono: "ui-monospace, 'SF Mono', Consolas, 'Noto Sans Mono', monospace",
  'text-s': '13px',
  text: '15px',
  'text-l': '17px',
  'head-s': '18px',
  head: '22px',
  'head-l': '30px',
  numeral: '40px',
  /** Height of what is pressed or filled in; the console sets it lower. */
  control: '40px',
  radius: '4px',
  'radius-l': '8px',
  shadow: '0 1px 2px rgb(16 48 95 / 6%), 0 6px 20px rgb(16 48 95 / 8%)',
  width: '1200px',
} as const

/** The tokens as one CSS rule. */
export const cssOf = (): string =>
  `:root{${Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`
