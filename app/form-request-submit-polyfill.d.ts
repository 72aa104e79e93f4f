declare module 'form-request-submit-polyfill'
