import type { Choice } from '../kit/field.ts'

export type LogLevel = 'INFO' | 'WARN' | 'ERROR'

/** Events of the platform for administrators: name, level and label of each. */
export const events = {
  'server.started': ['INFO', '平台启动', 'Platform started'],
  'server.stopped': ['INFO', '平台停止', 'Platform stopped'],
  'key.replaced': ['WARN', 'SM2密钥已更换', 'SM2 key replaced'],
  'database.migrated': ['INFO', '数据库结构升级', 'Database migrated'],
  'texts.doubled': [
    'WARN',
    '应唯一的内容仅写法不同（全角、大小写等），请改正',
    'Texts that should be unique differ only in width or case; please correct them',
  ],
  'seed.sown': ['INFO', '基础数据写入', 'Initial data written'],
  'review.replayed': ['INFO', '在审申报已转入流程', 'Reviews moved onto their process'],
  'review.notReplayed': [
    'WARN',
    '在审申报无法转入流程，仍按原规则办理',
    'Review not moved onto its process; it follows the earlier rules',
  ],
  'process.newer': [
    'WARN',
    '平台自带流程有新版本，待管理员部署',
    'Newer version of a shipped process, to be deployed by an administrator',
  ],
  'param.changed': ['WARN', '系统参数修改', 'Parameter changed'],
  'storage.switched': ['WARN', '对象存储切换', 'Object storage switched'],
  'auth.locked': ['WARN', '账号登录锁定', 'Account login locked'],
  'auth.reused': ['WARN', '刷新令牌被重复使用，会话已结束', 'Refresh token reused; session ended'],
  'request.unreadable': ['WARN', '加密请求校验失败', 'Encrypted request rejected'],
  'audit.anchored': ['INFO', '审计链存证', 'Audit chain anchored'],
  'audit.verified': ['INFO', '审计链校验通过', 'Audit chain verified'],
  'audit.broken': ['ERROR', '审计链校验未通过', 'Audit chain broken'],
  'log.swept': ['INFO', '历史日志清理', 'Old log entries deleted'],
  'log.dropped': ['ERROR', '日志写入失败，部分丢弃', 'Log entries lost'],
} as const satisfies Readonly<Record<string, readonly [level: LogLevel, zh: string, en: string]>>

export type EventName = keyof typeof events

export const eventChoices: readonly Choice[] = Object.entries(events).map(([name, [, zh, en]]) => [name, [zh, en]])
