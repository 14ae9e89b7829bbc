import type { Text } from './text.ts'

/** What each HTTP status of an error means; it is the envelope's `code`, too. */
export const failCodes = {
  400: ['提交的内容有误；data.faults 列出各字段的问题', 'The input is not valid; data.faults lists the faulty fields'],
  401: ['没有会话，或会话已结束', 'There is no session, or it has ended'],
  403: ['没有权限', 'Not allowed'],
  404: ['数据或地址不存在', 'The record or the address does not exist'],
  405: ['请求方法不对', 'The method is wrong'],
  408: ['请求发送过慢', 'The request came too slowly'],
  409: ['与他人的修改或当前状态冲突', 'In conflict with the change of somebody else, or with the state of the record'],
  413: ['提交的内容过大', 'The request is too large'],
  414: ['地址过长', 'The address is too long'],
  415: ['不支持当前媒体类型', 'The content type is not supported'],
  423: ['屏幕已锁定，须先解锁', 'The screen is locked and has to be unlocked first'],
  429: ['请求过于频繁', 'Too many requests'],
  431: ['请求头过大', 'The request headers are too large'],
  500: ['服务出现问题；msg 含编号', 'Something went wrong in the server; msg has the reference'],
  502: ['外部服务没有给出可用的答复', 'A service elsewhere gave no usable answer'],
  503: ['服务繁忙，请按 Retry-After 重试', 'The service is busy; try again after Retry-After'],
  507: ['存储空间不足', 'There is no storage space left'],
} as const satisfies Record<number, Text>

export type FailCode = keyof typeof failCodes
export const isFailCode = (code: number): code is FailCode => code in failCodes
