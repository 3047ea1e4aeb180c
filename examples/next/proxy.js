import { nextProxy } from '@latchkey/client/next'
import { NextResponse } from 'next/server'
import { session } from './session.js'

export const proxy = nextProxy(session, NextResponse)

export const config = { matcher: ['/((?!_next/static|_next/image|favicon.ico).*)'] }
