import asyncio, aiohttp
async def main():
    async with aiohttp.ClientSession() as s:
        async with s.get("https://status.example.com/api") as r:
            print((await r.json())["status"])
asyncio.run(main())
